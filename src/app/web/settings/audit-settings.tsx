import { AuditScreen } from '#features/audit/web/audit-screen.tsx';
import { auditWords as ofChapters } from '#features/chapters/audit-words.ts';
import { auditWords as ofEvents } from '#features/events/audit-words.ts';
import { auditWords as ofExpenses } from '#features/expenses/audit-words.ts';
import { auditWords as ofIdentity } from '#features/identity/audit-words.ts';
import { auditWords as ofMembers } from '#features/members/audit-words.ts';
import { SettingsFrame } from './settings-frame.tsx';

const words = [ofIdentity, ofChapters, ofMembers, ofEvents, ofExpenses];

/** The audit as one of the pages of the settings. */
export function AuditSettings() {
  return (
    <SettingsFrame subtitle="Who did what in the chapter, and when">
      <AuditScreen words={words} />
    </SettingsFrame>
  );
}
