import { partTexts } from "../../contract/texts/parts.ts";
import { useTexts } from "../_data/useTexts.ts";
import { Button } from "./Button.tsx";
import { Notice } from "./Notice.tsx";

/** Shown in place of something that could not be loaded: why, and a way to try again if that could help. */
export function FailedState({
  what,
  loaded,
}: {
  /** The beginning of a sentence: "Your leads". */
  what: string;
  loaded: { message: string; isGone?: boolean; reload: () => void };
}) {
  const texts = useTexts(partTexts);
  return (
    <Notice status="failed">
      <p>{loaded.isGone ? loaded.message : texts.notLoaded({ what, why: loaded.message })}</p>
      {loaded.isGone ? null : (
        <Button
          onClick={(event) => {
            // It goes while it is loaded, and the focus with it.
            event.currentTarget.closest<HTMLElement>("[tabindex]")?.focus();
            loaded.reload();
          }}
        >
          {texts.tryAgain}
        </Button>
      )}
    </Notice>
  );
}
