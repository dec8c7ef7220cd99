import type { Kit } from "../kit/sqlite.ts";

/** Single values of the installation, such as the latest time seen and whether sending is on hold. */
export const meta = ({ table, text, json }: Kit) =>
  table("meta", { key: text().primaryKey(), value: json() });
