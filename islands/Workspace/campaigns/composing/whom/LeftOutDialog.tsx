import { useState } from "react";
import type { AudienceCount, PlanAudience } from "../../../../../contract/schemas/campaignPlan.ts";
import { whomTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { useLoad } from "../../../../_data/useLoad.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { useWords } from "../../../../_data/useWords.ts";
import { Dialog } from "../../../../_parts/Dialog.tsx";
import { cursorTurns, PageTurn } from "../../../../_parts/PageTurn.tsx";
import { Table } from "../../../../_parts/Table.tsx";
import { WhenLoaded } from "../../../../_parts/WhenLoaded.tsx";
import { composingQuestions } from "../draft/questions.ts";

type Left = AudienceCount["left"][number];

/** Everybody who is left out for one reason. */
export function LeftOutDialog({
  audience,
  left,
  onClose,
}: {
  audience: PlanAudience;
  /** Null while it is closed. */
  left: Left | null;
  onClose: () => void;
}) {
  const words = useWords();
  return (
    <Dialog
      open={left !== null}
      title={left === null ? "" : words(left.cause, left.reason)}
      onClose={onClose}
    >
      {left === null ? null : <People audience={audience} left={left} />}
    </Dialog>
  );
}

function People({ audience, left: { cause, count, excludedId } }: { audience: PlanAudience; left: Left }) {
  const texts = useTexts(whomTexts);
  // The cursors of the pages turned to so far; the last one is shown.
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const after = cursors.at(-1);
  const page = useLoad(
    composingQuestions.leftOut({
      audience,
      code: cause.code,
      ...(excludedId === undefined ? {} : { excludedId }),
      ...(after === undefined ? {} : { after }),
    }),
  );
  const next = page.value?.next ?? null;
  return (
    <>
      <p className="muted">{texts.leftOut(count)}</p>
      <WhenLoaded what={texts.list} loaded={page} rows={4}>
        {({ items }) => (
          <div className="left-list">
            <Table
              caption={texts.list}
              rows={items}
              isOld={page.isOld}
              rowKey={({ leadId }) => leadId}
              columns={[
                { key: "name", title: texts.nameColumn, cell: ({ name }) => name },
                { key: "email", title: texts.emailColumn, cell: ({ email }) => email },
              ]}
            />
          </div>
        )}
      </WhenLoaded>
      <PageTurn words={texts} {...cursorTurns(cursors, next, setCursors)} />
    </>
  );
}
