type Shown = { id: string; version?: number | undefined; picture?: boolean };

/** Where the server shows a template as a mail, or as a small picture of one; the newest version unless one is named. */
export function previewPath({ id, version, picture = false }: Shown): string {
  const query = [...(version === undefined ? [] : [`version=${version}`]), ...(picture ? ["picture=1"] : [])];
  return `/templates/${encodeURIComponent(id)}/preview${query.length === 0 ? "" : `?${query.join("&")}`}`;
}
