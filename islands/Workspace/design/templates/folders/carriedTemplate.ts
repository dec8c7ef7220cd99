import type { DragEvent } from "react";

/** Under which a template that is dragged is known; nothing else that is dropped is one. */
const kind = "application/x-amplify-template";

type Carried = { _id: string; name: string };

export function carry(event: DragEvent, { _id, name }: Carried): void {
  event.dataTransfer.setData(kind, JSON.stringify({ _id, name }));
  event.dataTransfer.effectAllowed = "move";
}

/** What makes something a place to drop a template on; it is marked while one is above it. */
export function takesTemplates(onDrop: (template: Carried) => void) {
  const mark = ({ currentTarget }: DragEvent<HTMLElement>, isAbove: boolean) =>
    currentTarget.toggleAttribute("data-above", isAbove);
  return {
    onDragOver(event: DragEvent<HTMLElement>) {
      if (!event.dataTransfer.types.includes(kind)) return;
      event.preventDefault();
      mark(event, true);
    },
    onDragLeave: (event: DragEvent<HTMLElement>) => mark(event, false),
    onDrop(event: DragEvent<HTMLElement>) {
      mark(event, false);
      const carried = event.dataTransfer.getData(kind);
      if (carried === "") return;
      event.preventDefault();
      onDrop(JSON.parse(carried) as Carried);
    },
  };
}
