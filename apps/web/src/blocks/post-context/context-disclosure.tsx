/** A button that shows the context of a report on its page. */
import './context-labels.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import classes from './post-context.module.css';
import { PostContext } from './post-context.tsx';

/** Renders the button, and the context once it is pressed. */
export default function ContextDisclosure({ postId }: { postId: number }) {
  useLoadedTranslations();
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={classes['disclosure']}>
      <Button
        variant="default"
        size="sm"
        className={classes['toggle'] ?? ''}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? t('context.hide') : t('context.show')}
      </Button>
      {isOpen && <PostContext postId={postId} />}
    </div>
  );
}
