import { Refusal } from "../../../contract/errors.ts";
import { bodyLimits } from "../../../contract/limits/http.ts";
import { faultTexts } from "../../../contract/texts/terminal/faults.ts";
import type { HelpTexts } from "../../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../../contract/texts/terminal/output.ts";
import { progressTexts } from "../../../contract/texts/terminal/progress.ts";
import { verbTexts } from "../../../contract/texts/terminal/verbs.ts";
import { action, createCommand } from "../../command.ts";
import type { CommonOptions } from "../../commonOptions.ts";
import { connect } from "../../connection.ts";
import { type ExitCode, exitCodes } from "../../exitCodes.ts";
import { readText, stdio } from "../../files.ts";
import { findLead } from "../../find/findLead.ts";
import { shortId } from "../../format/campaignFigures.ts";
import { clockTime } from "../../format/times.ts";
import type { Output } from "../../output.ts";

/** `amplify leads notes`: the notes that people wrote about a lead. */
export function leadNotesCommand({ leadVerbs }: HelpTexts) {
  const add = createCommand("add", leadVerbs.noteAdd)
    .argument("<lead>", leadVerbs.lead)
    .argument("<text>", leadVerbs.noteText)
    .action(action(addNote));
  const remove = createCommand("remove", leadVerbs.noteRemove)
    .argument("<lead>", leadVerbs.lead)
    .argument("<note>", leadVerbs.note)
    .action(action(removeNote));
  return createCommand("notes", leadVerbs.notes)
    .argument("<lead>", leadVerbs.lead)
    .action(action(listNotes))
    .addCommand(add)
    .addCommand(remove);
}

async function listNotes(output: Output, text: string, options: CommonOptions): Promise<ExitCode> {
  const { columns } = output.texts(outputTexts);
  const texts = output.texts(verbTexts);
  const { client } = await connect(output.terminal, options.server);
  const { _id: id } = await findLead(client, text, texts);
  const notes = await client("GET /amplify/leads/{id}/notes", { params: { id } });
  if (notes.length === 0) output.line(texts.noNotes);
  else
    output.rows("note", notes, [
      { title: columns.id, value: ({ _id }) => shortId(_id), whole: true },
      {
        title: columns.changed,
        value: ({ at }) => clockTime(at, output.terminal.now(), output.texts(progressTexts)),
      },
      { title: columns.by, value: ({ by }) => by ?? "", spare: true },
      { title: columns.note, value: (note) => note.text },
    ]);
  return exitCodes.done;
}

async function addNote(
  output: Output,
  lead: string,
  given: string,
  options: CommonOptions,
): Promise<ExitCode> {
  const texts = output.texts(verbTexts);
  const limit = { maxBytes: bodyLimits.jsonBytes, tooLarge: output.texts(faultTexts).stdinTooLong };
  const text = given === stdio ? await readText(output.terminal, given, limit) : given;
  const { client } = await connect(output.terminal, options.server);
  const { _id: id } = await findLead(client, lead, texts);
  const note = await client("POST /amplify/leads/{id}/notes", { params: { id }, body: { text } });
  output.line(texts.noteAdded);
  output.event("note", note);
  return exitCodes.done;
}

async function removeNote(
  output: Output,
  lead: string,
  text: string,
  options: CommonOptions,
): Promise<ExitCode> {
  const texts = output.texts(verbTexts);
  const { client } = await connect(output.terminal, options.server);
  const { _id: id } = await findLead(client, lead, texts);
  const notes = await client("GET /amplify/leads/{id}/notes", { params: { id } });
  const found = notes.filter(({ _id }) => _id === text || _id.endsWith(text));
  const [note] = found;
  if (note === undefined || found.length > 1) throw new Refusal("not_found", texts.noNote(text));
  await client("DELETE /amplify/leads/{id}/notes/{noteId}", { params: { id, noteId: note._id } });
  output.line(texts.noteRemoved);
  output.event("removed", { _id: note._id });
  return exitCodes.done;
}
