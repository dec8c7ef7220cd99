import { useState } from "react";
import { Refusal } from "../../../../contract/errors.ts";
import { isMaybeDone } from "../../../../contract/maybeDone.ts";
import type { Collection } from "../../../../contract/schemas/lead.ts";
import { collectionFormTexts } from "../../../../contract/texts/workspace/collectionForms.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { queries } from "../../../_data/queries.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useServerForm } from "../../../_data/useServerForm.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Form } from "../../../_parts/Form.tsx";
import { SelectField } from "../../../_parts/fields/SelectField.tsx";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";

/** Moves the leads of a collection into another, and shows that. What broke off is gone on with. */
export function MergeCollection({ collection, onDone }: { collection: Collection; onDone: () => void }) {
  const texts = useTexts(collectionFormTexts);
  const { leads, announce } = useWorkspace();
  const collections = useLoad(queries.collections());
  const others = (collections.value ?? []).filter(({ _id }) => _id !== collection._id);
  const [brokeOff, setBrokeOff] = useState(false);
  const merge = async (body: { into: string }): Promise<Collection> => {
    try {
      return await browserClient("POST /amplify/collections/{id}/merge", {
        params: { id: collection._id },
        body,
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (isMaybeDone(error)) {
        setBrokeOff(true);
        const into = others.find(({ _id }) => _id === body.into)?.name ?? "";
        throw new Refusal(
          error.code,
          texts.merge.brokeOff({ why: error.message, name: collection.name, into }),
        );
      }
      const done = brokeOff && error.code === "not_found" ? await mergedAlready(collection, body) : null;
      if (done === null) throw error;
      return done;
    }
  };
  const merging = useServerForm({
    defaultValues: { into: others[0]?._id ?? "" },
    async send(body) {
      const merged = await merge(body);
      leads.choose(merged.name);
      announce("sent", texts.said.merged({ name: collection.name, into: merged.name }));
      onDone();
    },
  });
  return (
    <Form of={merging} word={texts.merge.word} disabled={others.length === 0} onCancel={onDone}>
      <SelectField
        label={texts.merge.label(collection.name)}
        hint={texts.merge.hint(collection.name)}
        {...merging.field("into")}
      >
        {others.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </SelectField>
    </Form>
  );
}

/** The other one, where the call whose answer was lost had done all of it: the merged one is gone. */
async function mergedAlready({ _id }: Collection, { into }: { into: string }): Promise<Collection | null> {
  const there = await browserClient("GET /amplify/collections");
  return there.some((each) => each._id === _id) ? null : (there.find((each) => each._id === into) ?? null);
}
