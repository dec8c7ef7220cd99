import {
  type FieldError,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  get,
  type RegisterOptions,
  type Resolver,
  type UseFormProps,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import { reasonOfIssue } from "../../contract/reasons.ts";
import type { Words } from "../../contract/sentences/sentence.ts";
import { type Action, useAction } from "./useAction.ts";

/** A field with an invalid value, and the sentence that says how to correct it. */
export type Fault<Values extends FieldValues> = { field: FieldPath<Values>; message: string };

/** A form whose values are sent to the server. `_parts/Form.tsx` renders it. */
export type ServerForm<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  /** The props that bind a control to its value, with its error. */
  field: (
    name: FieldPath<Values>,
    options?: RegisterOptions<Values>,
  ) => ReturnType<UseFormReturn<Values>["register"]> & { error: string | undefined };
  saving: Action<[Values]>;
  /** What the server refused, if it is not about one field. */
  refusal: string;
  submit: () => Promise<void>;
};

type Options<Values extends FieldValues> = Omit<UseFormProps<Values>, "resolver" | "shouldFocusError"> & {
  /** The invalid fields, from the top. A form with any is not sent. */
  faults?: (values: Values) => readonly Fault<Values>[];
  /** Sends the values. What it throws is shown, and the form stays as it is. */
  send: (values: Values) => Promise<unknown>;
  /** The field that a refusal is about, if there is only one that it can be about. */
  refusedAt?: FieldPath<Values>;
};

/**
 * The only way in which forms are made: errors stand at their fields and the first such field gets the focus, a refusal
 * stays where it belongs until something is changed, and a double click sends once.
 */
export function useServerForm<Values extends FieldValues>({
  faults = () => [],
  send,
  refusedAt,
  ...options
}: Options<Values>): ServerForm<Values> {
  const form = useForm<Values>({
    ...options,
    resolver: resolverOf(faults),
    // It would use the order in which fields were registered, and not the one in which they are shown.
    shouldFocusError: false,
  });
  const saving = useAction(send);
  const { errors } = form.formState;
  const messageAt = (name: FieldPath<Values>): string | undefined =>
    (get(errors, name) as FieldError | undefined)?.message ??
    (name === refusedAt && saving.message !== "" ? saving.message : undefined);

  return {
    form,
    saving,
    refusal: refusedAt === undefined ? saving.message : "",
    field: (name, registration) => ({ ...form.register(name, registration), error: messageAt(name) }),
    submit: form.handleSubmit(
      async (values) => {
        if (!(await saving.run(values)) && refusedAt !== undefined) form.setFocus(refusedAt);
      },
      () => {
        const [first] = faults(form.getValues());
        if (first !== undefined) form.setFocus(first.field);
      },
    ),
  };
}

/** The faults that a schema of the server finds in the values, in the schema's order. */
export function faultsOf<Values extends FieldValues>(
  schema: { safeParse: (values: Values) => { error?: { issues: readonly Issue[] } | undefined } },
  { values, words }: { values: Values; words: Words },
): Fault<Values>[] {
  const issues = schema.safeParse(values).error?.issues ?? [];
  return issues.map(({ path, message }) => ({
    field: path.join(".") as FieldPath<Values>,
    message: words(reasonOfIssue(message), message),
  }));
}

type Issue = { path: PropertyKey[]; message: string };

function resolverOf<Values extends FieldValues>(
  faults: (values: Values) => readonly Fault<Values>[],
): Resolver<Values> {
  return (values) => {
    const found = faults(values);
    if (found.length === 0) return { values, errors: {} };
    // If two things are wrong with a field, the first is shown.
    const errors = Object.fromEntries(
      found.toReversed().map(({ field, message }) => [field, { type: "rule", message }]),
    );
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
}
