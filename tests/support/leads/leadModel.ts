import type { LeadInput } from "../../../contract/schemas/lead.ts";

type Fields = Pick<LeadInput, "firstName" | "lastName" | "email" | "phone">;
export type ModelLead = Fields & { collection: Set<string>; optout: boolean };
export type ModelRow = Fields & { collection: string[]; optout?: boolean | undefined };

/** The leads of one person as plain maps: what the real stores must agree with after every step. */
export class LeadModel {
  readonly leads = new Map<string, ModelLead>();
  readonly collections = new Set<string>();
  readonly suppressed = new Map<string, "owner" | "recipient">();

  add(row: ModelRow): "added" | "conflict" {
    if (this.leads.has(row.email)) return "conflict";
    if (row.optout) this.suppressByOwner(row.email);
    this.put(row, this.suppressed.has(row.email));
    return "added";
  }

  import(rows: readonly ModelRow[]): { added: number; updated: number; skipped: number } {
    const merged = new Map<string, ModelRow>();
    for (const row of rows) {
      const first = merged.get(row.email) ?? { ...row, lastName: "", phone: "", collection: [] };
      merged.set(row.email, {
        ...first,
        lastName: first.lastName || row.lastName,
        phone: first.phone || row.phone,
        collection: [...first.collection, ...row.collection],
        optout: first.optout === true || row.optout === true,
      });
    }
    let added = 0;
    for (const row of merged.values()) added += this.importOne(row) ? 1 : 0;
    return { added, updated: merged.size - added, skipped: rows.length - merged.size };
  }

  change(before: ModelLead, row: ModelRow): "changed" | "bad_request" | "conflict" {
    const { email } = row;
    if (row.lastName === "" && before.lastName !== "") return "bad_request";
    const isMoved = email !== before.email;
    if (isMoved && this.leads.has(email)) return "conflict";
    const lifts = !isMoved && row.optout === false;
    if (lifts && this.suppressed.get(email) === "recipient") return "conflict";
    if (lifts) this.suppressed.delete(email);
    const optout = (row.optout ?? before.optout) || this.suppressed.has(email);
    if (optout) this.suppressByOwner(email);
    this.leads.delete(before.email);
    this.put(row, optout);
    return "changed";
  }

  remove(email: string): void {
    this.leads.delete(email);
  }

  unsubscribe(email: string): void {
    this.suppressed.set(email, "recipient");
    const lead = this.leads.get(email);
    if (lead) lead.optout = true;
  }

  removeCollection(name: string): void {
    this.collections.delete(name);
    for (const lead of this.leads.values()) lead.collection.delete(name);
  }

  countIn(name: string): number {
    return [...this.leads.values()].filter((lead) => lead.collection.has(name)).length;
  }

  private importOne(row: ModelRow): boolean {
    if (row.optout) this.suppressByOwner(row.email);
    const known = this.leads.get(row.email);
    if (known === undefined) {
      this.put(row, this.suppressed.has(row.email));
      return true;
    }
    const collection = [...known.collection, ...row.collection];
    const lastName = row.lastName || known.lastName;
    const phone = row.phone || known.phone;
    this.put({ ...row, lastName, phone, collection }, known.optout || row.optout === true);
    return false;
  }

  private put({ firstName, lastName, email, phone, collection }: ModelRow, optout: boolean): void {
    for (const name of collection) this.collections.add(name);
    this.leads.set(email, { firstName, lastName, email, phone, collection: new Set(collection), optout });
  }

  private suppressByOwner(email: string): void {
    if (!this.suppressed.has(email)) this.suppressed.set(email, "owner");
  }
}
