/**
 * A design as an editor can show it, or null where there is none and the HTML is edited in its place: an empty mail
 * would be saved over it. A program may have stored the editor's JSON as a text.
 */
export function editableDesign(stored: unknown): unknown {
  const design = typeof stored === "string" ? parsed(stored) : stored;
  const { body } = (design ?? {}) as { body?: { rows?: unknown } | null };
  return Array.isArray(body?.rows) ? design : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
