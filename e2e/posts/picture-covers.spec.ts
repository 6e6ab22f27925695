/** Parts of a picture are covered: on the device before it is sent, and by the team afterwards. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { openAs } from '../support/log-in.ts';
import { generatePhoto } from '../support/photo.ts';
import { scaled } from '../support/timing.ts';
import { admin, endWaypost, startWaypost, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;
test.beforeAll(async () => {
  waypost = await startWaypost();
});
test.afterAll(() => endWaypost(waypost));

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** The brightest color at a part of a shown picture. */
const readBrightness = (picture: Locator, x: number, y: number): Promise<number> =>
  picture.evaluate(
    async (element, position) => {
      const image = element as HTMLImageElement;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      const context = canvas.getContext('2d');
      context?.drawImage(image, 0, 0);
      const pixel = context?.getImageData(canvas.width * position.x, canvas.height * position.y, 1, 1).data;
      return Math.max(...(pixel ?? []).slice(0, 3));
    },
    { x, y },
  );

async function drag(page: Page, picture: Locator, from: [number, number], to: [number, number]) {
  const frame = await picture.boundingBox();
  if (!frame) throw new Error('no picture');
  const at = ([x, y]: [number, number]) => [frame.x + frame.width * x, frame.y + frame.height * y] as const;
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 5 });
  await page.mouse.up();
}

test('a visitor covers a part of a picture before sending, and the team covers more', {
  tag: '@slow',
}, async ({ open }) => {
  const visitor = await open(`${waypost.baseUrl}/posts/create/1`, phone);
  await visitor.getByRole('textbox', { name: 'Title' }).fill('Water at the gate');
  await visitor.getByRole('textbox', { name: 'Description' }).fill('Up to the knee');
  const file = { name: 'gate.png', mimeType: 'image/png', buffer: generatePhoto() };
  await visitor.locator('input[type="file"]').first().setInputFiles(file);
  await visitor.getByRole('button', { name: 'Cover faces or text' }).click();
  const editor = visitor.getByRole('dialog', { name: 'Cover parts of the picture' });
  const picture = editor.getByRole('img', { name: 'Picture, covered areas: 0' });
  await expect(picture).toBeVisible();
  await expect(editor.getByRole('button', { name: 'Save picture' })).toBeDisabled();

  // With the keyboard alone: a black box, moved to the upper left corner, and one that is removed again.
  await editor.getByText('Black', { exact: true }).click();
  await editor.getByRole('button', { name: 'Add box' }).press('Enter');
  const box = editor.getByRole('button', { name: 'Covered area 1' });
  for (const key of [
    ...Array.from({ length: 21 }, () => 'ArrowLeft'),
    ...Array.from({ length: 21 }, () => 'ArrowUp'),
  ])
    await box.press(key);
  await editor.getByRole('button', { name: 'Add box' }).press('Enter');
  await editor.getByRole('button', { name: 'Covered area 2' }).press('Delete');
  await expect(editor.getByRole('button', { name: 'Covered area 2' })).toHaveCount(0);
  // With a pointer: a line that is undone, and a box.
  await editor.getByText('Brush', { exact: true }).click();
  const frame = editor.getByRole('img', { name: /^Picture, covered areas/ });
  await drag(visitor, frame, [0.3, 0.8], [0.7, 0.8]);
  await expect(editor.getByRole('img', { name: 'Picture, covered areas: 2' })).toBeVisible();
  await editor.getByRole('button', { name: 'Undo' }).click();
  await editor.getByText('Box', { exact: true }).click();
  await drag(visitor, frame, [0.8, 0.8], [0.99, 0.99]);
  await expectAccessible(visitor, 'covering parts of a picture');
  await editor.getByRole('button', { name: 'Save picture' }).click();
  await expect(editor).toHaveCount(0);
  await visitor.getByRole('button', { name: 'Send report' }).click();
  await expect(visitor.getByText('Your report is with the team').first()).toBeVisible();

  const reviewer = await openAs(admin, open, waypost.baseUrl, '/views/data');
  await reviewer.getByRole('link', { name: 'Water at the gate' }).click();
  await reviewer.getByRole('button', { name: 'Enlarge: Picture: Photo' }).click();
  const large = reviewer.getByRole('dialog').getByRole('img', { name: 'Picture: Photo' });
  await expect(large).toBeVisible();
  expect(await readBrightness(large, 0.05, 0.05)).toBeLessThan(20);
  expect(await readBrightness(large, 0.9, 0.9)).toBeLessThan(20);
  expect(await readBrightness(large, 0.5, 0.2)).toBeGreaterThan(100);
  const before = await large.getAttribute('src');

  await reviewer.getByRole('button', { name: 'Cover faces or text' }).click();
  await expect(reviewer.getByText('The original is deleted. This cannot be undone.')).toBeVisible();
  await reviewer.getByText('Black', { exact: true }).click();
  await drag(
    reviewer,
    reviewer.getByRole('img', { name: /^Picture, covered areas/ }),
    [0.3, 0.1],
    [0.7, 0.3],
  );
  await reviewer.getByRole('button', { name: 'Save picture' }).click();
  await expect(reviewer.getByText('Picture saved.').first()).toBeVisible();
  await reviewer.getByRole('button', { name: 'Enlarge: Picture: Photo' }).click();
  await expect(large).not.toHaveAttribute('src', before ?? '');
  expect(await readBrightness(large, 0.5, 0.2)).toBeLessThan(20);
  const response = await reviewer.request.get(before ?? '');
  expect(response.status()).toBe(404);
});

test('faces are found on the device, and a picture without faces says so', {
  tag: '@slow',
}, async ({ open }) => {
  const visitor = await open(`${waypost.baseUrl}/posts/create/1`, phone);
  const examples = path.dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json'));
  await visitor
    .locator('input[type="file"]')
    .first()
    .setInputFiles(path.join(examples, 'demo', 'sample4.jpg'));
  await visitor.getByRole('button', { name: 'Cover faces or text' }).click();
  await visitor.getByRole('button', { name: 'Find faces' }).click();
  // The model runs in software here.
  await expect(visitor.getByText('Faces found: 4. Check that none was missed.')).toBeVisible({
    timeout: scaled(60_000),
  });
  await expect(visitor.getByRole('button', { name: /^Covered area/ })).toHaveCount(4);
  await visitor.getByRole('button', { name: 'Undo' }).click();
  await expect(visitor.getByRole('button', { name: /^Covered area/ })).toHaveCount(0);
  await visitor.getByRole('button', { name: 'Cancel' }).last().click();
  const file = { name: 'gate.png', mimeType: 'image/png', buffer: generatePhoto() };
  await visitor.locator('input[type="file"]').first().setInputFiles(file);
  await visitor.getByRole('button', { name: 'Cover faces or text' }).click();
  await visitor.getByRole('button', { name: 'Find faces' }).click();
  await expect(visitor.getByText('No faces found. Check the picture yourself.')).toBeVisible({
    timeout: scaled(60_000),
  });
});
