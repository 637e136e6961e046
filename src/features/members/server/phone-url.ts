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
  const [first = phone] = phone.split(secondNumber);
  // As most of the world dials abroad, also where others dial otherwise.
  for (const text of [phone, first, first.replace(/^\s*00(?=[\s-]*[1-9])/, '+')]) {
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

/** Where a second number begins: only after one that could be dialed, because a slash may follow an area code. */
const secondNumber = /(?<=(?:\d\D{0,3}){7})\s*[/;,]\s*(?=[+-]?\(?\d)/;

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
