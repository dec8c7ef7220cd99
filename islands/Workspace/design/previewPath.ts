/** Where the server shows a template as a mail; the newest version unless one is named. */
export function previewPath({ id, version }: { id: string; version?: number | undefined }): string {
  const path = `/templates/${encodeURIComponent(id)}/preview`;
  return version === undefined ? path : `${path}?version=${version}`;
}
