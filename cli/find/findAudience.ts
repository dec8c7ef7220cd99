import type { Client } from "../../contract/client.ts";
import type { PlanAudience } from "../../contract/schemas/campaignPlan.ts";
import type { OutputTexts } from "../../contract/texts/terminal/output.ts";
import { pickOne } from "./pickOne.ts";

export type Audience = { collection: string; count: number };

type Named = {
  collections?: readonly string[] | undefined;
  segments?: readonly string[] | undefined;
  exclude?:
    | { collections?: readonly string[] | undefined; segments?: readonly string[] | undefined }
    | undefined;
  joinLater?: boolean | undefined;
};

/** The audience that some collections or "all" and some segments mean, without excluded collections. */
export async function findPlanAudience(
  client: Client,
  named: {
    collection?: readonly string[] | undefined;
    segment?: readonly string[] | undefined;
    exclude?: readonly string[] | undefined;
  },
  texts: OutputTexts,
): Promise<PlanAudience> {
  const { collection, segment, exclude } = named;
  return audienceNamed(
    client,
    {
      collections: collection,
      segments: segment,
      exclude: { collections: exclude },
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
  const [known, asked] = await Promise.all([
    wanted.length + (exclude.collections?.length ?? 0) > 0 ? client("GET /amplify/collections") : [],
    segments.length + (exclude.segments?.length ?? 0) > 0 ? client("GET /amplify/segments") : [],
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
    ...{ everyone: collections.some(isAll), leads: [], after: null, joinLater },
    collections: idsOf(known, { names: wanted, kind: "collection" }),
    segments: idsOf(asked, { names: segments, kind: "segment" }),
    not: {
      collections: idsOf(known, { names: exclude.collections ?? [], kind: "collection" }),
      segments: idsOf(asked, { names: exclude.segments ?? [], kind: "segment" }),
      ...{ campaigns: [], mailedWithinDays: null },
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
