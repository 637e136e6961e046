/** By both, because `Intl` knows old names such as `PST`, and Temporal takes whole times for their zones. */
export function isTimeZone(text: string): boolean {
  if (/^[+-]/.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: text });
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text);
    return true;
  } catch {
    return false;
  }
}

/** That of the device; one that does not know its own says `Etc/Unknown`, and has the clock of UTC. */
export function getOwnZone(): string {
  const zone = Temporal.Now.timeZoneId();
  return isTimeZone(zone) ? zone : 'UTC';
}

/** Whether both are names of one zone: `US/Pacific` is another name of `America/Los_Angeles`. */
export function isSameZone(one: string, other: string): boolean {
  const moment = Temporal.Instant.fromEpochMilliseconds(0);
  return moment.toZonedDateTimeISO(one).equals(moment.toZonedDateTimeISO(other));
}

/** By the names that Chromium and others still list, because CLDR keeps the first name of a zone for good. */
const newNames = new Map([
  ['Africa/Asmera', 'Africa/Asmara'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Catamarca', 'America/Argentina/Catamarca'],
  ['America/Coral_Harbour', 'America/Atikokan'],
  ['America/Cordoba', 'America/Argentina/Cordoba'],
  ['America/Godthab', 'America/Nuuk'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['America/Jujuy', 'America/Argentina/Jujuy'],
  ['America/Louisville', 'America/Kentucky/Louisville'],
  ['America/Mendoza', 'America/Argentina/Mendoza'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Pacific/Enderbury', 'Pacific/Kanton'],
  ['Pacific/Ponape', 'Pacific/Pohnpei'],
  ['Pacific/Truk', 'Pacific/Chuuk'],
]);

/** The name that the zone has today, as the IANA writes it. */
export function toTodaysName(zone: string): string {
  return newNames.get(zone) ?? zone;
}
