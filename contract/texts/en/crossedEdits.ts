/** What a form says where somebody else has saved the same meanwhile. */
export const crossedEdits = {
  things: { lead: "lead", account: "account", webhook: "webhook", template: "template" },
  crossed: ({ thing, fields }: { thing: string; fields: readonly { label: string; now: string }[] }) => {
    const told = fields.map(({ label, now }) => `${label} is ${now === "" ? "empty" : `“${now}”`} now`);
    return `Somebody else changed this ${thing} meanwhile: ${told.join(", ")}. To put yours in its place, save again.`;
  },
};
