import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox } from '@mantine/core';
import type { Post } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { formatPostTitle } from '../../../blocks/post-card/post-title.ts';
import type { PostSelection } from './use-post-selection.ts';

interface Props {
  post: Post;
  selection: PostSelection;
}

/** Whether Shift was held. A click by the space key is a mouse event too. */
const hasShift = (event: Event): boolean => 'shiftKey' in event && event.shiftKey === true;

/** Checkbox that selects one post in the list; with Shift all posts from the one that was changed last. */
export default function SelectPostCheckbox({ post, selection }: Props) {
  const { t } = useTranslation();
  return (
    <Checkbox
      aria-label={t('post.bulk.choose', { title: formatPostTitle(post, t) })}
      checked={selection.has(post.id)}
      // Shift would also select the text between the two.
      onMouseDown={(event) => hasShift(event.nativeEvent) && event.preventDefault()}
      onChange={(event) =>
        selection.toggle(post.id, event.currentTarget.checked, hasShift(event.nativeEvent))
      }
    />
  );
}
