/** What the reference reads of `/openapi.json`. */
export type ApiDocument = {
  info: { description: string };
  tags: readonly { name: string; description: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  components: {
    schemas: Readonly<Record<string, ApiSchema>>;
    responses: Readonly<Record<string, ApiAnswer>>;
  };
};

export type ApiOperation = {
  operationId: string;
  summary: string;
  tags: readonly string[];
  security?: readonly unknown[];
  parameters?: readonly ApiParameter[];
  requestBody?: { content: ApiContent };
  responses: Readonly<Record<string, ApiAnswer & { $ref?: string }>>;
  "x-sends-mail"?: string;
};

type ApiParameter = {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: ApiSchema;
};

type ApiAnswer = { description: string; content?: ApiContent };

type ApiContent = Readonly<
  Record<
    string,
    { schema?: ApiSchema; example?: unknown; examples?: Readonly<Record<string, { value: ApiRefusal }>> }
  >
>;

/** A refusal as an example has it. */
export type ApiRefusal = { message: string; code?: string; reason?: string };

export type ApiSchema = {
  $ref?: string;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  format?: string;
  description?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: ApiSchema;
  minItems?: number;
  maxItems?: number;
  properties?: Readonly<Record<string, ApiSchema>>;
  required?: readonly string[];
  additionalProperties?: boolean | ApiSchema;
  anyOf?: readonly ApiSchema[];
  oneOf?: readonly ApiSchema[];
  allOf?: readonly ApiSchema[];
};
