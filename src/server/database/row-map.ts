/** Converts between an entity and its row, with one map from field to column for both directions. */

/** The columns with exactly this type. */
type ColumnFor<Row, Value> = {
  [Column in keyof Row]: [Row[Column], Value] extends [Value, Row[Column]] ? Column : never;
}[keyof Row];

type Columns<Entity, Row> = {
  readonly [Field in keyof Entity as undefined extends Entity[Field] ? never : Field]: ColumnFor<
    Row,
    Entity[Field]
  >;
};

/** Of fields that may be missing, whose columns are then null. */
type OptionalColumns<Entity, Row> = {
  readonly [Field in keyof Entity as undefined extends Entity[Field] ? Field : never]-?: ColumnFor<
    Row,
    Exclude<Entity[Field], undefined> | null
  >;
};

/** A map that names a column of `Row` for each field of `Entity`; the compiler reports a missing one. */
export function createRowMap<Entity extends object, Row>() {
  return <
    const Always extends Columns<Entity, Row>,
    const Sometimes extends OptionalColumns<Entity, Row>,
  >(
    always: Always,
    sometimes: Sometimes,
  ) => {
    type Column = (Always[keyof Always] | Sometimes[keyof Sometimes]) & keyof Row;
    const columnOf = { ...always, ...sometimes };
    const pairs = Object.entries(columnOf) as [keyof Entity & string, Column][];
    return {
      columnOf,
      columns: pairs.map(([, column]) => column),
      toRow: (entity: Entity) =>
        Object.fromEntries(pairs.map(([field, column]) => [column, entity[field] ?? null])) as Pick<
          Row,
          Column
        >,
      toEntity: (row: Pick<Row, Column>) =>
        Object.fromEntries(
          pairs
            .filter(([field, column]) => row[column] !== null || !(field in sometimes))
            .map(([field, column]) => [field, row[column]]),
        ) as Entity,
    };
  };
}
