import { partTexts } from "../../../contract/texts/parts.ts";
import type { Loaded } from "../../_data/useLoad.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Button } from "../../_parts/Button.tsx";

/** Said beside a figure that was asked for again without an answer; the former one stays, and looks like the newest. */
export function MayBeOld({ loaded, children }: { loaded: Loaded<unknown>; children: string }) {
  const texts = useTexts(partTexts);
  if (!loaded.mayBeOld) return null;
  return (
    <p role="status">
      {children}{" "}
      <Button
        variant="quiet"
        aria-disabled={loaded.refreshing}
        onClick={({ currentTarget }) => {
          // It goes with the answer, and the focus with it.
          currentTarget.closest<HTMLElement>("[tabindex]")?.focus();
          loaded.reload();
        }}
      >
        {texts.tryAgain}
      </Button>
    </p>
  );
}
