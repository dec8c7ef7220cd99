/** What programs and languages call the columns of a lead, each list in the order of preference. */

export type LeadField = "firstName" | "lastName" | "email" | "phone";

const each = (...lists: string[]) => lists.flatMap((list) => list.split("|"));

/** The names of the specification. */
export const specifiedNames: Record<LeadField, readonly string[]> = {
  firstName: ["first name", "firstname", "first_name"],
  lastName: ["last name", "lastname", "last_name"],
  email: ["email", "email address"],
  phone: ["phone", "phone number"],
};

/** What stands in where a row has no first name: by the specification "name" and "company", and what others call these. */
export const standInNames: readonly string[] = ["name", "company name", "company"];

/** Whole names in one column, taken where a sheet has no first names and no "name". */
export const wholeNames: readonly string[] = each(
  "full name|display name|contact name|customer name|lead name|person name|contact|kunde|ansprechpartner",
  "vollständiger name|kontakt|nom complet|nom|nombre completo|nome completo|volledige naam|naam|namn|navn",
  "imię i nazwisko|jméno a příjmení|ad soyad|adı soyadı|имя и фамилия|фио|氏名|お名前|名前|姓名|이름",
);

/** Beside one of these first names, and no last name, a plain "Name" is the surname. */
export const beforeSurname: ReadonlySet<string> = new Set(
  each("vorname|voornaam|förnamn|fornavn|prénom|prenom"),
);
export const surnameNames: readonly string[] = each("name|naam|namn|navn");

/** What is said of one of a person's addresses beside the word for it, without spaces. */
export const whichAddress =
  /primary|secondary|alternat(?:iv)?e|additional|other|work|office|business|home|personal|private?|privé|geschäftlich|dienstlich|zweite|perso(?:nnel(?:le)?)?|professionnel(?:le)?|personale?|trabajo|lavoro|werk|zakelijk/g;

/** Taken where a sheet has none of the specification's names for the field. */
export const otherNames: Record<LeadField, readonly string[]> = {
  firstName: each(
    "given name|given|forename|first|fname|contact first name|person first name|customer first name|billing first name",
    "vorname|prénom|prenom|voornaam|nombre|nome|primeiro nome|imię|förnamn|fornavn|etunimi|jméno|keresztnév",
    "ad|adı|isim|имя|名|名字",
  ),
  lastName: each(
    "surname|family name|last|lname|contact last name|person last name|customer last name|billing last name",
    "nachname|familienname|nom|nom de famille|achternaam|apellido|apellidos|cognome|sobrenome|nazwisko",
    "efternamn|efternavn|etternavn|sukunimi|příjmení|vezetéknév|soyad|soyadı|soyisim|фамилия|姓|성",
  ),
  email: each(
    "e-mail|e-mail address|mail|mail address|primary email|email 1|e-mail 1 - value|email 1 - value|email work",
    "work email|person email|person email work|email home|customer email|billing email|contact email|subscriber|recipient",
    "e-mail-adresse|email-adresse|emailadresse|mailadresse|adresse e-mail|adresse email|adresse de messagerie|courriel",
    "correo|correo electrónico|dirección de correo electrónico|indirizzo e-mail|indirizzo email|endereço de e-mail",
    "e-mailadres|adres e-mail|e-post|e-postadress|e-posta|e-posta adresi|eposta|sähköposti|эл. почта|электронная почта|почта",
    "メールアドレス|メール|eメール|电子邮件|邮箱|電子郵件|이메일",
  ),
  phone: each(
    "telephone|telephone number|mobile|mobile phone|mobile number|mobile phone number|cell|cell phone|tel|tel.",
    "phone 1 - value|phone 1|primary phone|phone work|phone mobile|person phone|person phone work|business phone|work phone|home phone",
    "default address phone|billing phone|sms|telefon|telefonnummer|handy|handynummer|mobil|mobiltelefon|mobilnummer",
    "téléphone|téléphone portable|portable|telefoon|telefoonnummer|teléfono|móvil|celular|telefono|cellulare|telefone",
    "numer telefonu|cep telefonu|телефон|電話番号|電話|携帯電話|电话|手机|전화번호",
  ),
};
