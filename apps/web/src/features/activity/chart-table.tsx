import { useTranslation } from 'react-i18next';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import classes from './activity.module.css';

/** Headings and rows of the table view and the CSV file. */
export interface ChartTableData {
  head: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

/** The numbers of a chart as a table. The first column is the name of the row, the others are numbers. */
export function ChartTable({ label, table }: { label: string; table: ChartTableData }) {
  const { i18n } = useTranslation();
  const number = new Intl.NumberFormat(resolveFormatLocale(i18n.language));
  return (
    // Focusable, so that the keyboard can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes['scroll']} aria-label={label} tabIndex={0}>
      <table className={classes['table']}>
        <thead>
          <tr>
            {table.head.map((name, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- two surveys can have the same name
              <th key={`${index}${name}`} scope="col" dir="auto">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(([name, ...values], index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two surveys can have the same name
            <tr key={`${index}${name}`}>
              <th scope="row" dir="auto">
                {name}
              </th>
              {values.map((figure, column) => (
                // oxlint-disable-next-line react/no-array-index-key -- columns are not reordered
                <td key={column}>{typeof figure === 'number' ? number.format(figure) : figure}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
