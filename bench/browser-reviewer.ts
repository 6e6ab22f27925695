/** A reviewer who decides reports on the review screen by keyboard. */
import type { Page, Request } from '@playwright/test';

/** What the screen shows when a report has appeared. */
interface ShownReport {
  /** Milliseconds from the key of the decision until the report was drawn. */
  waitMs: number;
}

/** How a reviewer works together with others. */
interface Teamwork {
  /** Called with the number of decisions that the screen counts. */
  onCount: (count: number) => void;
  /** Whether enough reports are decided. */
  isDone: () => boolean;
  /** Milliseconds that the reviewer reads each report. */
  pauseMs?: number;
}

declare global {
  interface Window {
    /** When the key of the last decision was pressed. */
    decidedAt?: number;
    /** Told by the page to the reviewer. */
    reportShown?: (shown: ShownReport) => void;
  }
}

/** Milliseconds without a new report after which the reviewer looks what the screen asks for, and after which they stop. */
const lookMs = 1500;
const maxIdleMs = 90_000;

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

/** Reports from the page, one after the other. */
async function watchReports(page: Page) {
  let shown: ShownReport | undefined;
  let wake: () => void = () => undefined;
  await page.exposeFunction('reportShown', (report: ShownReport) => {
    shown = report;
    wake();
  });
  // No named functions: the loader would wrap them in a helper that the page does not have.
  await page.addInitScript(() => {
    let report: Element | null = null;
    document.addEventListener(
      'keydown',
      ({ key }) => {
        if (key === 'p' || key === 'a') window.decidedAt = performance.now();
      },
      true,
    );
    new MutationObserver(() => {
      const current = document.querySelector('main section[tabindex="0"]');
      if (current === report) return;
      report = current;
      // Two frames later it is drawn.
      if (current)
        requestAnimationFrame(() =>
          requestAnimationFrame(() =>
            window.reportShown?.({ waitMs: performance.now() - (window.decidedAt ?? Number.NaN) }),
          ),
        );
    }).observe(document, { childList: true, subtree: true });
  });
  /** The next report; undefined if none has appeared for a while. */
  return async (): Promise<ShownReport | undefined> => {
    if (!shown)
      await Promise.race([
        new Promise<void>((resolve) => {
          wake = resolve;
        }),
        pause(lookMs),
      ]);
    const report = shown;
    shown = undefined;
    return report;
  };
}

/** What the reviewer presses to continue where the screen waits for them; undefined if it only loads. */
async function answerScreen(page: Page): Promise<void> {
  const retry = page.getByRole('main').getByRole('button', { name: 'Try again' });
  if (await retry.isVisible()) {
    await retry.focus();
    await page.keyboard.press('Enter');
    return;
  }
  const question = page.getByRole('dialog');
  // "Publish anyway" has the focus; other dialogs are left.
  if (await question.isVisible()) {
    const isAsked = (await question.getByRole('button', { name: /^Publish/ }).count()) > 0;
    await page.keyboard.press(isAsked ? 'Enter' : 'Escape');
    return;
  }
  if ((await page.locator('main section[tabindex="0"]').count()) === 0) return;
  // It cannot be published yet: something is missing.
  await page.keyboard.press('Escape');
  await page.keyboard.press('a');
}

/** Whether the report cannot be published as it is: it has come back, needs a survey, or has tasks. */
const isIncomplete = async (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const isReturned = document.querySelector('main [role="alert"], main [role="note"]') !== null;
    return isReturned || document.querySelector('[data-task-panel]') !== null;
  });

/** How many decisions the screen counts; undefined while it says that some are not saved. */
async function readCount(page: Page): Promise<number | undefined> {
  const texts = await page.locator('footer output [data-figures]').allInnerTexts();
  const digits = texts[0]?.replace(/\D/g, '');
  return digits ? Number(digits) : undefined;
}

/** Milliseconds without requests after which a screen has nothing left to send. */
const settledMs = 500;

/** Follows the decisions and claims of a page. @returns resolves when none is under way */
function watchSaves(page: Page): () => Promise<void> {
  const pending = new Set<Request>();
  page.on('request', (request) => {
    const isSave = request.method() === 'PUT' && /\/posts\/\d+(\?|$)/.test(request.url());
    if (isSave || (request.method() !== 'GET' && request.url().includes('/review/claims')))
      pending.add(request);
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return async () => {
    const problem = page.locator('footer output').getByText('Trying again');
    do await pause(settledMs);
    while (pending.size > 0 || (await problem.isVisible()));
  };
}

/**
 * Decides reports on the review screen: every third one is archived, and those that are not complete.
 * @param page not opened yet
 * @param url of the screen
 * @returns milliseconds from the key of each decision until the next report was drawn
 */
export async function reviewInBrowser(
  page: Page,
  url: string,
  { onCount, isDone, pauseMs = 0 }: Teamwork,
): Promise<number[]> {
  const nextReport = await watchReports(page);
  const whenSaved = watchSaves(page);
  const waits: number[] = [];
  const countDecisions = (count: number | undefined) => {
    if (count !== undefined) onCount(count);
  };
  let idleSince = performance.now();
  await page.goto(url);
  for (let count = 0; ; ) {
    const report = await nextReport();
    if (!report) {
      if (performance.now() - idleSince > maxIdleMs) throw new Error('No report has appeared');
      await answerScreen(page);
      continue;
    }
    idleSince = performance.now();
    if (Number.isFinite(report.waitMs)) waits.push(report.waitMs);
    countDecisions(await readCount(page));
    if (isDone()) break;
    count += 1;
    if (pauseMs > 0) await pause(pauseMs);
    await page.keyboard.press(count % 3 === 0 || (await isIncomplete(page)) ? 'a' : 'p');
  }
  await whenSaved();
  countDecisions(await readCount(page));
  // Releases the reports that were fetched ahead.
  await page.keyboard.press('r');
  await page.getByText('Review paused').waitFor();
  await whenSaved();
  return waits;
}
