import { useRef, useState } from "react";
import type { Image } from "../../../../../contract/schemas/image.ts";
import { editorTexts } from "../../../../../contract/texts/workspace/design/editor.ts";
import { sentenceOf } from "../../../../_data/browserClient.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { uploadImage } from "./uploadImage.ts";

/** A file that is being uploaded: the share that was sent, from 0 to 1, or why it was refused. */
type UploadUnderWay = { key: number; name: string; share: number; fault: string };

export type Uploads = {
  list: readonly UploadUnderWay[];
  running: boolean;
  /** Uploads files one after another. Returns the pictures that succeeded, in their order. */
  add: (files: Iterable<File>) => Promise<Image[]>;
  /** Removes refused files from the list. */
  dismiss: () => void;
};

let keys = 0;

/** Uploads pictures, one or several. A refused one stays listed with its reason, and does not stop the others. */
export function useUploads(): Uploads {
  const { pictures } = useTexts(editorTexts);
  const [list, setList] = useState<readonly UploadUnderWay[]>([]);
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  const change = (key: number, part: Partial<UploadUnderWay> | null) =>
    setList((all) =>
      part === null
        ? all.filter((each) => each.key !== key)
        : all.map((each) => (each.key === key ? { ...each, ...part } : each)),
    );
  const one = async (file: File, key: number): Promise<Image[]> => {
    try {
      const image = await uploadImage(file, pictures, (share) => change(key, { share }));
      change(key, null);
      return [image];
    } catch (error) {
      change(key, { fault: sentenceOf(error) });
      return [];
    }
  };
  const add = async (files: Iterable<File>) => {
    const waiting = [...files].map((file) => {
      keys += 1;
      return { file, key: keys };
    });
    setList((all) => [
      ...all.filter(({ fault }) => fault === ""),
      ...waiting.map(({ file, key }) => ({ key, name: file.name, share: 0, fault: "" })),
    ]);
    const arrived: Image[] = [];
    const work = queue.current.then(async () => {
      for (const { file, key } of waiting) arrived.push(...(await one(file, key)));
    });
    queue.current = work;
    await work;
    return arrived;
  };
  return {
    list,
    running: list.some(({ fault }) => fault === ""),
    add,
    dismiss: () => setList((all) => all.filter(({ fault }) => fault === "")),
  };
}
