import { basename } from "node:path";
import type { Client } from "../../../contract/client.ts";
import { bodyLimits } from "../../../contract/limits/http.ts";
import type { Image } from "../../../contract/schemas/image.ts";
import type { HelpTexts } from "../../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../../contract/texts/terminal/output.ts";
import { verbTexts } from "../../../contract/texts/terminal/verbs.ts";
import { action, createCommand } from "../../command.ts";
import type { CommonOptions } from "../../commonOptions.ts";
import { connect } from "../../connection.ts";
import { type ExitCode, exitCodes } from "../../exitCodes.ts";
import { readBytes, stdio } from "../../files.ts";
import { pickOne } from "../../find/pickOne.ts";
import { shortId } from "../../format/campaignFigures.ts";
import { endList, type ListOptions, sortedPart, withList } from "../../lists.ts";
import type { Output } from "../../output.ts";

/** `amplify images`: the pictures in mails. */
export function imagesCommand(help: HelpTexts) {
  const { images } = help;
  return withList(createCommand("images", images.summary), help)
    .helpGroup(help.groups.templates)
    .action(action(listImages))
    .addCommand(
      createCommand("add", images.add)
        .argument("<file>", images.file)
        .option("--alt <text>", images.alt)
        .action(action(addImage)),
    )
    .addCommand(
      createCommand("describe", images.describe)
        .argument("<image>", images.which)
        .argument("<text>", images.alt)
        .action(action(describe)),
    )
    .addCommand(
      createCommand("remove", images.remove).argument("<image>", images.which).action(action(removeImage)),
    )
    .addCommand(
      createCommand("restore", images.restore).argument("<id>", images.id).action(action(restoreImage)),
    );
}

async function listImages(output: Output, options: CommonOptions & ListOptions): Promise<ExitCode> {
  const { images: texts } = output.texts(verbTexts);
  const { columns } = output.texts(outputTexts);
  const { client } = await connect(output.terminal, options.server);
  const [all, use] = await Promise.all([client("GET /amplify/images"), client("GET /amplify/images/use")]);
  const images = sortedPart(output, all, options);
  if (all.length === 0) output.line(texts.none(output.next("images add FILE.png")));
  else {
    output.rows("image", images, [
      { title: columns.name, field: "name", value: ({ name }) => name },
      { title: texts.shows, field: "alt", value: ({ alt }) => alt, spare: true },
      { title: columns.id, value: ({ _id }) => shortId(_id), whole: true },
      { title: texts.address, field: "url", value: ({ url }) => url, spare: "first" },
    ]);
    output.line(texts.use({ used: use.bytes, max: use.bytesMax }));
  }
  endList(output, { of: "image", shown: images.length, total: all.length, more: "images" });
  return exitCodes.done;
}

async function addImage(
  output: Output,
  path: string,
  options: CommonOptions & { alt?: string },
): Promise<ExitCode> {
  const { images: texts } = output.texts(verbTexts);
  const limit = { maxBytes: bodyLimits.bulkBytes, tooLarge: texts.tooLarge };
  const bytes = await readBytes(output.terminal, path, limit);
  const { client } = await connect(output.terminal, options.server);
  const body = new FormData();
  body.append("file", new Blob([bytes]), path === stdio ? "stdin" : basename(path));
  const image = await client("POST /amplify/images", { body });
  if (options.alt !== undefined)
    await client("PUT /amplify/images/{id}", { params: { id: image._id }, body: { alt: options.alt } });
  output.line(texts.added(image));
  output.event("image", { ...image, ...(options.alt === undefined ? {} : { alt: options.alt }) });
  return exitCodes.done;
}

async function describe(
  output: Output,
  text: string,
  alt: string,
  options: CommonOptions,
): Promise<ExitCode> {
  const { client } = await connect(output.terminal, options.server);
  const image = await findImage(client, text, output);
  await client("PUT /amplify/images/{id}", { params: { id: image._id }, body: { alt } });
  output.line(output.texts(verbTexts).images.described(image.name));
  output.event("image", { ...image, alt });
  return exitCodes.done;
}

async function removeImage(output: Output, text: string, options: CommonOptions): Promise<ExitCode> {
  const texts = output.texts(verbTexts);
  const { client } = await connect(output.terminal, options.server);
  const { _id: id, name } = await findImage(client, text, output);
  await client("DELETE /amplify/images/{id}", { params: { id } });
  output.line(texts.images.removed(name));
  output.event("removed", { _id: id, name });
  output.note(texts.bringBack(output.next(`images restore ${id}`)));
  return exitCodes.done;
}

async function restoreImage(output: Output, id: string, options: CommonOptions): Promise<ExitCode> {
  const { client } = await connect(output.terminal, options.server);
  const image = await client("POST /amplify/images/{id}/restore", { params: { id } });
  output.line(output.texts(verbTexts).images.restored(image.name));
  output.event("image", image);
  return exitCodes.done;
}

async function findImage(client: Client, text: string, output: Output): Promise<Image> {
  const all = await client("GET /amplify/images");
  const of = ({ _id, name }: Image) => ({ id: _id, name });
  return pickOne(all, text, { kind: "image", of, texts: output.texts(outputTexts) });
}
