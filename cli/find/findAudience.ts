import type { Client } from "../../contract/client.ts";
import type { PlanAudience } from "../../contract/schemas/campaignPlan.ts";
import type { OutputTexts } from "../../contract/texts/terminal/output.ts";
import { findCampaign } from "./findCampaign.ts";
import { pickOne } from "./pickOne.ts";

export type Audience = { collection: string; count: number };

/** Who is left out; campaigns leave out whoever got them. */
type Excluded = {
  collections?: readonly string[] | undefined;
  segments?: readonly string[] | undefined;
  campaigns?: readonly string[] | undefined;
  mailedWithinDays?: number | null | undefined;
};

type Named = {
  collections?: readonly string[] | undefined;
  segments?: readonly string[] | undefined;
  exclude?: Excluded | undefined;
  joinLater?: boolean | undefined;
};

/** The audience that some collections or "all" and some segments mean, without whom the options leave out. */
export async function findPlanAudience(
  client: Client,
  named: {
    collection?: readonly string[] | undefined;
    segment?: readonly string[] | undefined;
    exclude?: readonly string[] | undefined;
    excludeSegment?: readonly string[] | undefined;
    excludeCampaign?: readonly string[] | undefined;
    excludeMailed?: number | undefined;
  },
  texts: OutputTexts,
): Promise<PlanAudience> {
  const { collection, segment, exclude, excludeSegment, excludeCampaign, excludeMailed } = named;
  return audienceNamed(
    client,
    {
      collections: collection,
      segments: segment,
      exclude: {
        collections: exclude,
        segments: excludeSegment,
        campaigns: excludeCampaign,
        mailedWithinDays: excludeMailed,
      },
    },
    texts,
  );
}

/** The same for several of each. */
export async function audienceNamed(
  client: Client,
  { collections = [], segments = [], exclude = {}, joinLater = false }: Named,
  texts: OutputTexts,
): Promise<PlanAudience> {
  const isAll = (name: string) => name.trim().toLowerCase() === "all";
  const wanted = collections.filter((name) => !isAll(name));
  const [known, asked, campaigns] = await Promise.all([
    wanted.length + (exclude.collections?.length ?? 0) > 0 ? client("GET /amplify/collections") : [],
    segments.length + (exclude.segments?.length ?? 0) > 0 ? client("GET /amplify/segments") : [],
    // Nobody got a draft, which "last" may be else.
    Promise.all(
      (exclude.campaigns ?? []).map((name) => findCampaign(client, name, texts, { any: name !== "last" })),
    ),
  ]);
  const idsOf = (
    all: readonly { _id: string; name: string }[],
    { names, kind }: { names: readonly string[]; kind: "collection" | "segment" },
  ) =>
    names.map(
      (name) =>
        pickOne(all, name, { kind, of: ({ _id, ...one }) => ({ id: _id, name: one.name }), texts })._id,
    );
  return {
    everyone: collections.some(isAll),
    leads: [],
    after: null,
    joinLater,
    collections: idsOf(known, { names: wanted, kind: "collection" }),
    segments: idsOf(asked, { names: segments, kind: "segment" }),
    not: {
      collections: idsOf(known, { names: exclude.collections ?? [], kind: "collection" }),
      segments: idsOf(asked, { names: exclude.segments ?? [], kind: "segment" }),
      campaigns: campaigns.map(({ _id }) => _id),
      mailedWithinDays: exclude.mailedWithinDays ?? null,
    },
  };
}

/** A collection by its name, or "all", with the number of its leads. */
export async function findAudience(client: Client, name: string, texts: OutputTexts): Promise<Audience> {
  if (name.trim().toLowerCase() === "all") {
    const leads = await client("GET /amplify/leads", { query: { page: 1, pageSize: 1 } });
    return { collection: "all", count: "total" in leads ? leads.total : 0 };
  }
  const collections = await client("GET /amplify/collections");
  const of = (one: { _id: string; name: string }) => ({ id: one._id, name: one.name });
  const found = pickOne(collections, name, { kind: "collection", of, texts });
  return { collection: found.name, count: found.count };
}
