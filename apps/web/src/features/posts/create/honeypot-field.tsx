/**
 * A field that nobody sees and programs fill in: what is sent with it waits for the team (docs/decisions/0024). Out of sight, out
 * of the order of keys, and kept from screen readers and from what fills in forms.
 */
import type { Ref } from 'react';
import classes from '../form/report-form.module.css';

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
