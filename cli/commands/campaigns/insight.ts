import type { Client } from "../../../contract/client.ts";
import { Refusal } from "../../../contract/errors.ts";
import type { Cause } from "../../../contract/reasons.ts";
import type { DeliveryState } from "../../../contract/schemas/campaign.ts";
import type { Sums } from "../../format/motif.ts";

/** The bars of a campaign: in the ledger's order, or one of everything where there are too many to look at each. */
export type Picture = { order: "list" | "none"; total: number; bars: Sums[] };

/** When something was; where nothing was there is no point. */
export type Times = { points: { at: number; sent: number; opened: number; clicked: number }[] };

export type Breakdown = {
  rows: { key: string; name: string; sent: number; failed: number; opened: number; clicked: number }[];
  others: number;
};

export type Causes = {
  state: DeliveryState;
  code: string;
  count: number;
  reason: string;
  cause: Cause | null;
  retry: "failed" | "uncertain" | null;
}[];

export type Insight = {
  picture: Picture | null;
  times: Times | null;
  domains: Breakdown | null;
  causes: Causes | null;
};

type Ask = (key: string, input: { params: object; query?: object }) => Promise<unknown>;

/** What became of a campaign, as far as its server can tell: an older one knows some of these calls not yet. */
export async function askInsight(client: Client, id: string): Promise<Insight> {
  const ask = client as unknown as Ask;
  const asked = async <T>(what: string, query: object = {}): Promise<T | null> => {
    try {
      return (await ask(`GET /amplify/campaigns/{id}/${what}`, { params: { id }, query })) as T;
    } catch (error) {
      if (error instanceof Refusal && error.code === "not_found") return null;
      throw error;
    }
  };
  const [picture, times, domains, causes] = await Promise.all([
    asked<Picture>("picture"),
    asked<Times>("times"),
    asked<Breakdown>("breakdown", { by: "domain" }),
    asked<Causes>("causes"),
  ]);
  return { picture, times, domains, causes };
}
