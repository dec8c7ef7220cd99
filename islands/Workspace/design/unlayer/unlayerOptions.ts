import { mergeTags } from "../engine/settings/mergeTags.ts";

const samples: Record<string, string> = {
  firstName: "Ann",
  lastName: "Lee",
  email: "ann@example.com",
  phone: "555 0100",
  unsubscribeUrl: "https://example.com/unsubscribe",
};

/** What Unlayer's editor is made with: the same at every render, for a changed option destroys it with its work. */
export function unlayerOptions({ projectId, theme }: { projectId: number; theme: "light" | "dark" }) {
  return {
    projectId,
    displayMode: "email" as const,
    appearance: { theme: `modern_${theme}` as const },
    mergeTags: Object.fromEntries(
      mergeTags.map(({ field, name }) => [
        field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        { name, value: `{{${field}}}`, sample: samples[field] ?? "" },
      ]),
    ),
    specialLinks: {
      unsubscribe: { name: "Unsubscribe", href: "{{unsubscribeUrl}}", target: "_blank" },
    },
  };
}
