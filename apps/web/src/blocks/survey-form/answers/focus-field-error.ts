/** Scrolls to the first field with an error and focuses it. */
import type { Attribute } from '@waypost/contract/surveys/attributes';
import type { SurveyFieldError } from './field-errors.ts';

/** Id of the task whose panel has the field; undefined for the report's own title and text. */
export function findTaskOfError(
  error: SurveyFieldError,
  attributes: readonly Attribute[],
): number | undefined {
  const dot = error.target.indexOf('.');
  const kind = error.target.slice(0, dot);
  const rest = error.target.slice(dot + 1);
  if (kind === 'task') return Number(rest);
  return kind === 'values' ? attributes.find((it) => it.key === rest)?.form_stage_id : undefined;
}

/** Space above the field, in pixels. */
const marginAbove = 16;

/**
 * Brings the beginning of a field into view: a field with a map is higher than a phone, and its label and message are at its
 * top. Only the form scrolls: `scrollIntoView` would also move the page around it, which nobody can scroll back.
 */
function scrollToTop(field: HTMLElement): void {
  let container = field.parentElement;
  while (container && !/auto|scroll/.test(getComputedStyle(container).overflowY))
    container = container.parentElement;
  const offset = field.getBoundingClientRect().top - (container?.getBoundingClientRect().top ?? 0);
  (container ?? document.documentElement).scrollBy({ top: offset - marginAbove });
}

/** Focuses the first field in document order that has an error. */
export function focusFirstError(errors: readonly SurveyFieldError[], inside: ParentNode = document): void {
  const targets = new Set(errors.map((it) => it.target));
  const field = [...inside.querySelectorAll<HTMLElement>('[data-target]')].find(
    (it) => targets.has(it.dataset['target'] ?? '') && it.offsetParent !== null,
  );
  if (field) scrollToTop(field);
  // The input itself before the buttons around it; file inputs are hidden.
  const controls = ['input, textarea, select', 'button'].flatMap((it) => [
    ...(field?.querySelectorAll<HTMLElement>(it) ?? []),
  ]);
  controls.find((it) => it.offsetParent !== null)?.focus({ preventScroll: true });
}
