import { screen } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { createTestPost } from '../../../testing/test-entities.ts';
import { useRowKeyboardNavigation } from './use-row-keyboard-navigation.ts';

const posts = [1, 2].map((id) => createTestPost({ id }));

/** A list beside a report, whose scrolling ends when the test says so. */
function Screen({ onScroll }: { onScroll: (onRendered: () => void) => void }) {
  const { frame } = useRowKeyboardNavigation(posts, undefined, (_index, onRendered) => onScroll(onRendered));
  return (
    <>
      <div {...frame} role="presentation">
        {posts.map(({ id }) => (
          <a key={id} href={`#${id}`} data-post={id}>{`Report ${id}`}</a>
        ))}
      </div>
      <h1 tabIndex={-1}>Report</h1>
    </>
  );
}

test('a report that is opened while the list still scrolls to its row keeps the focus', async () => {
  let endScrolling: () => void = () => undefined;
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  root.render(
    <Screen
      onScroll={(onRendered) => {
        endScrolling = onRendered;
      }}
    />,
  );
  (await screen.findByRole('link', { name: 'Report 1' })).focus();
  await userEvent.setup().keyboard('{ArrowDown}');
  expect(screen.getByRole('link', { name: 'Report 2' })).toHaveFocus();
  const title = screen.getByRole('heading', { name: 'Report' });
  title.focus();
  endScrolling();
  expect(title).toHaveFocus();
});
