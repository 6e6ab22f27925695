import type { Ref } from 'react';
import classes from '../form/report-form.module.css';

/**
 * A honeypot field that people do not see and bots fill in. A report with a value in it is held for the team
 * (docs/decisions/0024). It is hidden, not focusable, and excluded from screen readers and autofill.
 */
export function HoneypotField({ ref }: { ref: Ref<HTMLInputElement> }) {
  return (
    <div className={classes['honeypot']} aria-hidden="true" inert>
      <input
        ref={ref}
        type="text"
        name="website"
        tabIndex={-1}
        autoComplete="off"
        defaultValue=""
        data-1p-ignore=""
        data-lpignore="true"
        data-form-type="other"
      />
    </div>
  );
}
