import type { ApiDocument } from "../../../pages/reference/apiDocument.ts";

/** A document without any call, for pages that show none. */
export const emptyDocument = (): ApiDocument => ({
  info: { description: "" },
  tags: [],
  paths: {},
  components: { schemas: {}, responses: {} },
});
