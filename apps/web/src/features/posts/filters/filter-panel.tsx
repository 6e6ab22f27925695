import { ActionIcon, Button, Modal } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { setDrawingCircle } from '../../../blocks/map-circle/circle-drawing-mode.ts';
import { clearedFilters, countActiveFilters } from '../../../blocks/post-search/post-search.ts';
import { useIsPhone } from '../../../ui/browser/use-is-phone.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { FilterFields } from './filter-fields.tsx';
import classes from './filters.module.css';
import { useUpdatePostSearch } from './use-change-search.ts';

interface Props {
  /** Number of posts that match the filters; undefined while loading, null where it could not be loaded. */
  total: number | undefined | null;
  onClose: () => void;
}

/** Panel with all filters: over the list on desktop, full screen on a phone. The list below updates with each change. */
export default function FilterPanel({ total, onClose }: Props) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const search = useSearch({ from: '/_map' });
  const change = useUpdatePostSearch();
  const navigate = useNavigate();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const clear = () => {
    change(clearedFilters);
    // The button gets disabled, and would lose the focus and with it the Escape key.
    title.current?.focus();
  };
  const startDrawing = () => {
    setDrawingCircle(true);
    // On a phone the panel and the list hide the map.
    if (isPhone) {
      onClose();
      void navigate({ to: '/views/map', search: (previous) => previous });
    }
  };
  const panel = (
    <Panel
      header={
        <div className={classes['panelHead']}>
          <h2 ref={title} tabIndex={-1} data-quiet-focus className={classes['panelTitle']}>
            {t('post.filter.title')}
          </h2>
          <ActionIcon aria-label={t('action.close')} onClick={onClose}>
            <Icon icon={IconX} />
          </ActionIcon>
        </div>
      }
      footer={
        <div className={classes['panelFoot']}>
          <Button
            variant="subtle"
            color="gray"
            size="md"
            disabled={countActiveFilters(search) === 0}
            onClick={clear}
          >
            {t('post.filter.clear')}
          </Button>
          <Button size="md" className={classes['showResults'] ?? ''} onClick={onClose}>
            {total === undefined && t('state.loading')}
            {total === null && t('action.done')}
            {typeof total === 'number' && t('post.filter.show', { count: total })}
          </Button>
        </div>
      }
    >
      <FilterFields onDraw={startDrawing} />
    </Panel>
  );
  if (isPhone)
    return (
      <Modal.Root opened fullScreen onClose={onClose}>
        {/* The content element is the dialog, so the label must be on it and not on the modal root. */}
        <Modal.Content aria-label={t('post.filter.title')}>
          <Modal.Body p={0} h="100%">
            {panel}
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
    );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from any element inside
    <section
      className={classes['overlay']}
      aria-label={t('post.filter.title')}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      {panel}
    </section>
  );
}
