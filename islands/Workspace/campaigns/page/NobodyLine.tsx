import { Button } from "../../../_parts/Button.tsx";
import { focusSearch } from "../../../_parts/fields/focusSearch.ts";

/** That a list has nobody to show: nobody at all, or nobody like that, with the way back to everybody where there is one. */
export function NobodyLine({
  texts,
  isAll,
  onAll,
}: {
  texts: { nobody: string; none: string; showAll: string };
  isAll: boolean;
  onAll: (() => void) | null;
}) {
  return (
    <div className="nobody-line">
      <p className="muted" role="status">
        {isAll ? texts.none : texts.nobody}
      </p>
      {onAll === null ? null : (
        <Button
          onClick={({ currentTarget }) => {
            focusSearch(currentTarget);
            onAll();
          }}
        >
          {texts.showAll}
        </Button>
      )}
    </div>
  );
}
