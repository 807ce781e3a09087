/** The messages that forms show at their fields. The server has the same ones, and a test compares them. */
export const sentences = {
  emailMissing: "Please enter your email address.",
  emailWrong: "Please enter a valid email address, such as name@example.com.",
  emailConsentMissing: "Please agree to receive our emails to continue.",
  firstNameMissing: "Please enter your first name.",
  lastNameMissing: "Please enter your last name.",
  addressMissing: "Please enter your address.",
  dateOfBirthMissing: "Please enter your date of birth.",
  dateOfBirthWrong: "Please enter a real date with a four-digit year.",
  dateOfBirthFuture: "That date is in the future. Please enter your date of birth.",
  dateOfBirthTooOld: "Please check the year of your date of birth.",
  tooYoung: "Thank you for your interest! You need to be at least 18 years old to sign up.",
  genderMissing: "Please choose one of the options.",
  phoneWrong: "Please enter a valid U.S. phone number, such as (201) 555-0123.",
  phoneMissing: "Please enter your phone number to get texts, or leave the box unchecked.",
  inquiryTypeMissing: "Please choose what your message is about.",
  messageMissing: "Please enter your message.",
  oneLine: "Please use a single line of plain text.",
  plainText: "Please use plain text only.",
  wordingUnknown: "Our wording has changed. Reload the page and read it again.",
  tooFast: "That didn’t go through. Wait a moment and try again.",
} as const;

/** The message for a text that is too long. */
export const tooLong = (most: number) => `Please use at most ${most} characters.`;

/** The maximum length of each field, in characters. */
export const most = { email: 254, name: 100, address: 200, message: 5000 } as const;

/** Matches an email address in lower case whose domain is ASCII. */
export const emailPattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;
