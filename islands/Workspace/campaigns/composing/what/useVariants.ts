import { useComposing } from "../draft/useDraft.ts";

/** Ways to make one mail out of another. */
export function useVariants() {
  const { draft, saver } = useComposing();
  return {
    /** What one mail says is what the other one begins with; what cannot be had begins empty. */
    async copyTo(from: string, to: string): Promise<void> {
      const line = draft.plan.mails.find(({ variantId }) => variantId === from);
      if (line === undefined) return;
      if (line.bytes > 0 && !draft.mails.has(from)) await saver.loadMail(from).catch(() => {});
      const known = saver.snapshot().mails.get(from);
      saver.changeLine(to, { subject: line.subject, preview: line.preview });
      if (known === undefined || known.html === "") return;
      const { html, design } = known;
      saver.write(to, async () => ({ html, design }));
    },
  };
}
