/** For `when` of a schema's rules that compare fields: they run only if each field is valid by itself. */
export const whenFieldsAreValid = (payload: { issues: readonly unknown[] }) =>
  payload.issues.length === 0;
