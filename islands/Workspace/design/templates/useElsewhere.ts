import { useEffect, useState } from "react";
import type { Template } from "../../../../contract/schemas/template.ts";
import { queries } from "../../../_data/queries.ts";
import { useLoad } from "../../../_data/useLoad.ts";

/**
 * What a colleague, or another window, did to the open template since it was opened: saved it, or deleted it. The lists
 * of templates follow all changes; a template that is new here is not in them yet, and not gone for that.
 */
export function useElsewhere(open: Pick<Template, "_id" | "version"> | null): "newer" | "gone" | null {
  const own = useLoad(queries.templates()).value ?? [];
  const shared = useLoad(queries.publicTemplates()).value ?? [];
  const listed = [...own, ...shared].find(({ _id }) => _id === open?._id);
  const [seenId, setSeenId] = useState<string | null>(null);
  const listedId = listed?._id;
  useEffect(() => {
    if (listedId !== undefined) setSeenId(listedId);
  }, [listedId]);
  if (open === null) return null;
  if (listed === undefined) return seenId === open._id ? "gone" : null;
  return listed.version > open.version ? "newer" : null;
}
