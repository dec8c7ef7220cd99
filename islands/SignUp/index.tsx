import { useState } from "react";
import { type Control, type FieldErrors, type Resolver, useForm, useWatch } from "react-hook-form";
import { Refusal } from "../../contract/errors.ts";
import { oddCharacterIn, signupFault } from "../../contract/identity/signupFault.ts";
import { textLimits } from "../../contract/limits/text.ts";
import { statuses } from "../../contract/plans.ts";
import { type ExactTexts, exactTexts } from "../../contract/texts/exact.ts";
import { type SignUpTexts, signUpTexts } from "../../contract/texts/signUp.ts";
import { signInClient } from "../_data/browserClient.ts";
import { leaveNotice } from "../_data/passingNotice.ts";
import { rechecks } from "../_data/rechecks.ts";
import { writeSetting } from "../_data/setting.ts";
import { useAction } from "../_data/useAction.ts";
import { useHydrated } from "../_data/useHydrated.ts";
import { useTexts } from "../_data/useTexts.ts";
import { Button } from "../_parts/Button.tsx";
import { EmailField } from "../_parts/fields/EmailField.tsx";
import { Field } from "../_parts/fields/Field.tsx";
import { NewPasswordFields, type RegisteredField } from "../_parts/fields/NewPasswordFields.tsx";
import { Notice } from "../_parts/Notice.tsx";
import { GoogleButton } from "../_parts/signIn/GoogleButton.tsx";
import { pageWaiting, stillWaiting, useStillWaiting } from "../_parts/signIn/pageWaiting.ts";
import { together } from "../_parts/together.ts";
import type { SignUpProps } from "./props.ts";

const fieldNames = ["firstName", "lastName", "email", "password", "confirmPassword"] as const;
type Fields = Record<(typeof fieldNames)[number], string>;

/** The sign-up form. Its checks are the specification's, in its order; the first that fails is shown at its field. */
export default function SignUp({ googleClientId }: SignUpProps) {
  const texts = useTexts(signUpTexts);
  const exact = useTexts(exactTexts);
  const hydrated = useHydrated();
  useStillWaiting();
  const form = useForm<Fields>({ resolver: resolverIn(exact) });
  const { register, handleSubmit, setError, setFocus, control, formState } = form;
  const typed = useWatch({ control, name: "password" }) ?? "";
  const [done, setDone] = useState(false);
  const creating = useAction(async ({ firstName, lastName, email, password }: Fields) => {
    const body = { firstName, lastName, email, password, status: statuses[0] };
    try {
      await signInClient("POST /amplify/auth/signup", { body }, { otherwise: exact.signupFailed });
    } catch (error) {
      if (!(error instanceof Refusal && error.code === "conflict")) throw error;
      // The address is taken, so that is where it is said.
      setError("email", { message: error.message });
      setFocus("email");
      return;
    }
    setDone(true);
    leaveNotice({ kind: "signedUp", email: email.trim() });
    window.location.assign(stillWaiting("/login"));
  });
  const busy = creating.running || done;
  const field = (name: keyof Fields) => ({
    ...register(name, name === "password" ? rechecks(form, ["confirmPassword"]) : {}),
    error: formState.errors[name]?.message,
  });

  return (
    <>
      <form
        method="post"
        noValidate
        onChange={creating.clear}
        onSubmit={handleSubmit(creating.run)}
        aria-busy={busy}
      >
        {creating.message ? <Notice status="failed">{creating.message}</Notice> : null}
        <NameFields field={field} control={control} />
        <EmailField autoComplete="email" {...field("email")} />
        <NewPasswordFields
          typed={typed}
          password={field("password")}
          confirmation={field("confirmPassword")}
        />
        <Button type="submit" variant="primary" size="large" disabled={!hydrated} aria-disabled={busy}>
          {busy ? texts.creating : texts.create}
        </Button>
      </form>
      <p className="or">{texts.or}</p>
      <GoogleButton isSetUp={googleClientId !== undefined} onSignedIn={enter}>
        {texts.withGoogle}
      </GoogleButton>
      <p className="entrance-else">{together(texts.haveAccount((words) => <a href="/login">{words}</a>))}</p>
    </>
  );
}

/** Google has made the account and opened a session in one. */
function enter(uid: string): void {
  writeSetting("uid", uid);
  window.location.assign(pageWaiting() ?? "/app");
}

function NameFields({
  field,
  control,
}: {
  field: (name: "firstName" | "lastName") => RegisteredField;
  control: Control<Fields>;
}) {
  const texts = useTexts(signUpTexts);
  const [firstName = "", lastName = ""] = useWatch({ control, name: ["firstName", "lastName"] });
  return (
    <div className="field-pair">
      <Field
        label={texts.firstName}
        autoComplete="given-name"
        required
        hint={nameHint(firstName, texts)}
        {...field("firstName")}
      />
      <Field
        label={texts.lastName}
        autoComplete="family-name"
        required
        hint={nameHint(lastName, texts)}
        {...field("lastName")}
      />
    </div>
  );
}

/** What a name may be, and while it is typed what it may not: the refusal itself gives no reason. */
function nameHint(typed: string, texts: SignUpTexts): string {
  const odd = oddCharacterIn(typed);
  const { nameMin, nameMax } = textLimits;
  return odd === undefined
    ? texts.nameHint({ min: nameMin, max: nameMax, allowed: texts.allowed })
    : texts.oddCharacter({ odd, allowed: texts.allowed });
}

/** One fault at a time, as the server answers it; react-hook-form then moves the focus to that field. */
const resolverIn =
  (exact: ExactTexts): Resolver<Fields> =>
  (values) => {
    const read = (name: keyof Fields) => values[name] ?? "";
    const fault = signupFault({
      firstName: read("firstName").trim(),
      lastName: read("lastName").trim(),
      email: read("email"),
      password: read("password"),
      confirmPassword: read("confirmPassword"),
    });
    if (fault === null) return { values, errors: {} };
    const errors: FieldErrors<Fields> = { [fault.field]: { type: "rule", message: exact[fault.text] } };
    return { values: {}, errors };
  };
