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

/** A field that needs mending, and the sentence that says how. */
export type Fault<Values extends FieldValues> = { field: FieldPath<Values>; message: string };

/** A form whose values go to the server: drawn by `_parts/Form.tsx`. */
export type ServerForm<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  /** What ties a control to its value, with what is wrong with it. */
  field: (
    name: FieldPath<Values>,
    options?: RegisterOptions<Values>,
  ) => ReturnType<UseFormReturn<Values>["register"]> & { error: string | undefined };
  saving: Action<[Values]>;
  /** What the server said against it and no field says. */
  refusal: string;
  submit: () => Promise<void>;
};

type Options<Values extends FieldValues> = Omit<UseFormProps<Values>, "resolver" | "shouldFocusError"> & {
  /** What is wrong, from the top: nothing is sent to the server that cannot be right. */
  faults?: (values: Values) => readonly Fault<Values>[];
  /** Sends it; what it throws is shown, and the form stays as it is. */
  send: (values: Values) => Promise<unknown>;
  /** The field that a refusal is about, where there is but one that it can be about. */
  refusedAt?: FieldPath<Values>;
};

/**
 * The one way to fill something in: what is wrong stands at its field and the first such field has the focus, a
 * refusal stands where it belongs until something is changed, and a double click sends once.
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
    // It would go by the order in which fields were registered, and not by that in which they are shown.
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

/** What a schema of the server's says against the values, in the schema's order. */
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
