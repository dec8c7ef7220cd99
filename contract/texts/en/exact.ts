/** Sentences that the specification fixes word for word. */
export const exact = {
  unauthorized: "Unauthorized",
  invalidCredentials: "Invalid Credentials",
  loginRequired: "Please enter username and password",
  somethingWrong: "Something went wrong, sorry for the inconvenience. Please try again later.",
  signupNames: "First and last name must be at least 2 characters",
  signupPassword:
    "Password must be at least 8 characters and contain at least one uppercase letter, one lowercase letter, one number, and one special character",
  signupFirstName: "Invalid first name",
  signupLastName: "Invalid last name",
  signupEmail: "Please enter a valid email address",
  signupMismatch: "Passwords do not match",
  collectionReserved: "Collection name cannot be 'all'",
  collectionTaken: "Collection already exists",
  fillAllFields: "Please fill all the fields",
  noCredentials: "Please add credentials in accounts section to send emails",
  selectTemplate: "Please select a template",
  noLeadsInFile: "No leads found in the file",
  sent: "Email sent successfully",
  googlePopupClosed: "Please open the popup again to continue",
  loginFailed: "Failed to login",
  signupFailed: "Failed to sign up",
  googleCredentialFailed: "Failed to fetch google credential",
  addCredentialFailed: "Failed to add credential",
  notVerified: "Failed to verify user",
  /** The alias rule; `email` is shown between angle brackets. */
  alias: (email: string) => `Alias should be in the format: Name <${email}>`,
};
