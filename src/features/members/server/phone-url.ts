/** Telephone links by libphonenumber, which knows how each country writes its numbers. */
import { type CountryCode, getCountries, parsePhoneNumberFromString } from 'libphonenumber-js';

/**
 * What a press on a number dials, as RFC 3966 writes it: `tel:+16195550142;ext=7`. Without an
 * international prefix it is read as in the country of the chapter's time zone; one that exists nowhere
 * is dialed as it stands. Of two numbers the first is dialed.
 */
export function toPhoneUrl(phone: string | null, timeZone: string): string | null {
  if (phone === null) return null;
  const country = findCountry(timeZone);
  const spelled = spelledNumber.test(phone) ? phone.replaceAll(/[A-Z]/g, toKey) : phone;
  const [first = phone] = spelled.split(secondNumber);
  const alone = first.replace(wordsAfter, '');
  // As most of the world dials abroad, also where others dial otherwise.
  for (const text of [spelled, first, alone, alone.replace(/^\s*00(?=[\s-]*[1-9])/, '+')]) {
    const number = parsePhoneNumberFromString(text, {
      extract: true,
      ...(country && { defaultCountry: country }),
    });
    if (number?.isPossible()) return number.getURI();
  }
  const [main = '', extension = ''] = first.split(/(?:e?xt?(?:ension|n)?|#)[\s.:=]*(?=\d)/i);
  const digits = main.replaceAll(/\D/g, '');
  // An extension alone is dialed within a company.
  if (digits === '') return null;
  return `tel:${main.trimStart().startsWith('+') ? '+' : ''}${digits}${extension && `;ext=${extension.replaceAll(/\D/g, '')}`}`;
}

/**
 * Where a second number begins: only after one that could be dialed, because a slash may follow an area code. Words and
 * other signs come before a whole one only, because an extension may follow them.
 */
const secondNumber =
  /(?<=(?:\d\D{0,3}){7})\s*(?:[/;,]\s*(?=[+-]?\(?\d)|[^\d\s()+.-]\D*?(?=\+?\(?\d(?:\D{0,3}\d){6}))/;

/** Behind a number that could be dialed: `after 6 pm`. */
const wordsAfter = /(?<=(?:\d\D{0,3}){7})\s*\p{L}.*$/su;

/** `1-800-FLOWERS`, by the letters on the keys of telephones. */
const spelledNumber = /^[+\d\s().-]{3,}(?:[A-Z][\s-]?){4,}$/;
const toKey = (letter: string) => '22233344455566677778889999'[letter.charCodeAt(0) - 65] ?? '';

const countries = new Map<string, CountryCode | undefined>();

/** The country whose zone it is; remembered, because a server has few zones. */
function findCountry(timeZone: string): CountryCode | undefined {
  if (!countries.has(timeZone)) {
    const { timeZone: known } = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions();
    const found = getCountries().find((code) =>
      new Intl.Locale(`und-${code}`).getTimeZones()?.includes(known),
    );
    countries.set(timeZone, found);
  }
  return countries.get(timeZone);
}
