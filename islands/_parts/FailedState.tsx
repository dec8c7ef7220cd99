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
  if (loaded.isGone)
    return (
      <Notice status="failed">
        <p>{loaded.message}</p>
      </Notice>
    );
  return (
    <Notice status="failed">
      <p>{texts.notLoaded({ what, why: loaded.message })}</p>
      <Button onClick={loaded.reload}>{texts.tryAgain}</Button>
    </Notice>
  );
}
