import { useEffect, useRef } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { Refusal } from "../../../contract/errors.ts";
import { textLimits } from "../../../contract/limits/text.ts";
import { type ExactTexts, exactTexts } from "../../../contract/texts/exact.ts";
import { signInTexts } from "../../../contract/texts/signIn.ts";
import { signInClient } from "../../_data/browserClient.ts";
import { useHydrated } from "../../_data/useHydrated.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Button } from "../Button.tsx";
import { EmailField } from "../fields/EmailField.tsx";
import { PasswordField } from "../fields/PasswordField.tsx";
import { focusIsLost } from "../lostFocus.ts";
import { Notice } from "../Notice.tsx";

type Fields = { username: string; password: string };

/** E-mail and password. `onSignedIn` is called with the uid once the server has opened a session. */
export function SignInForm({
  email,
  link,
  keepsPage = false,
  onSignedIn,
}: {
  email?: string | undefined;
  /** The password completes a visit to Google for this e-mail address. `onLate` is called if the visit was too long ago. */
  link?: { onLate: () => void };
  /** Links open in another tab, so that nothing on the page is lost. */
  keepsPage?: boolean;
  onSignedIn: (uid: string) => void;
}) {
  const texts = useTexts(signInTexts);
  const exact = useTexts(exactTexts);
  const hydrated = useHydrated();
  // Without default values, so that what was typed before the script arrived stays in the fields.
  const form = useForm<Fields>({ resolver: resolverIn(exact) });
  const { register, handleSubmit, setError, setFocus, setValue, clearErrors, formState } = form;
  const { errors, isSubmitting, isSubmitSuccessful } = formState;
  const busy = isSubmitting || isSubmitSuccessful;
  // State would arrive one render too late for the second of two quick clicks, which would count against the limit.
  const asking = useRef(false);
  useEffect(() => {
    if (email === undefined) return;
    setValue("username", email);
    // Only the password remains to be typed.
    if (focusIsLost()) setFocus("password");
  }, [email, setValue, setFocus]);

  const signIn = async (body: Fields) => {
    if (asking.current) return;
    asking.current = true;
    try {
      const options = { otherwise: exact.loginFailed };
      const session = link
        ? await signInClient("POST /auth/google/link", { body: { password: body.password } }, options)
        : await signInClient("POST /amplify/auth/login", { body }, options);
      // An empty result means a wrong pair (specification, section 8).
      if (!session?.uid) throw new Refusal("invalid_credentials", exact.invalidCredentials);
      onSignedIn(session.uid);
    } catch (error) {
      asking.current = false;
      if (error instanceof Refusal && error.code === "bad_request") link?.onLate();
      setError("root", { message: signInSentence(error, exact) });
      setFocus("password", { shouldSelect: true });
    }
  };

  return (
    // method="post" keeps a password out of the address if the form is ever sent without the script.
    <form
      method="post"
      noValidate
      onChange={() => clearErrors("root")}
      onSubmit={handleSubmit(signIn)}
      aria-busy={busy}
    >
      {link ? <Notice status="uncertain">{texts.linkAccount}</Notice> : null}
      {errors.root?.message ? <Notice status="failed">{errors.root.message}</Notice> : null}
      <EmailField
        autoComplete="username"
        readOnly={link !== undefined}
        {...register("username")}
        error={errors.username?.message}
      />
      <PasswordField
        label={texts.password}
        autoComplete="current-password"
        maxLength={textLimits.passwordMax}
        required
        {...register("password")}
        error={errors.password?.message}
      />
      <p className="entrance-aside">
        <a href="/forgot" target={keepsPage ? "_blank" : undefined}>
          {texts.forgot}
        </a>
      </p>
      <Button type="submit" variant="primary" size="large" disabled={!hydrated} aria-disabled={busy}>
        {busy ? texts.signingIn : link ? texts.signInAndAddGoogle : texts.signIn}
      </Button>
    </form>
  );
}

/** Both fields are required. The specification has one sentence for either, which is shown at the first blank one. */
const resolverIn =
  (exact: ExactTexts): Resolver<Fields> =>
  (values) => {
    const required = { type: "required", message: exact.loginRequired };
    if ((values.username ?? "").trim() === "") return { values: {}, errors: { username: required } };
    if ((values.password ?? "") === "") return { values: {}, errors: { password: required } };
    return { values, errors: {} };
  };

/** The specification's sentence for a wrong pair, or else what the server said, or else that it failed. */
function signInSentence(error: unknown, exact: ExactTexts): string {
  if (error instanceof Refusal && error.code === "invalid_credentials") return exact.invalidCredentials;
  return error instanceof Refusal ? error.message : exact.loginFailed;
}
