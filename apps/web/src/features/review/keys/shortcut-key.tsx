import classes from './shortcut-key.module.css';

/** A key beside the action that it runs, on devices with a keyboard. `aria-keyshortcuts` of the action names it to screen readers. */
export function ShortcutKey({ shortcut }: { shortcut: string | undefined }) {
  return shortcut === undefined ? null : (
    <kbd className={classes['key']} aria-hidden>
      {shortcut}
    </kbd>
  );
}
