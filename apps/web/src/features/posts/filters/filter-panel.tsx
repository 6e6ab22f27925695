/** All filters: over the list on a desk, over the whole screen on a phone. The list underneath keeps up with each choice. */
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
  /** How many posts there are with these filters, once that is known. */
  total: number | undefined;
  onClose: () => void;
}

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
    // The button has nothing more to do, and would take the focus, and Escape, with it.
    title.current?.focus();
  };
  const draw = () => {
    setDrawingCircle(true);
    // On a phone the panel, and the list under it, hide the map.
    if (isPhone) {
      onClose();
      void navigate({ to: '/views/map', search: (before) => before });
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
            {total === undefined ? t('state.loading') : t('post.filter.show', { count: total })}
          </Button>
        </div>
      }
    >
      <FilterFields onDraw={draw} />
    </Panel>
  );
  if (isPhone)
    return (
      <Modal.Root opened fullScreen onClose={onClose}>
        {/* The content is the dialog: a name given to the whole would name nothing. */}
        <Modal.Content aria-label={t('post.filter.title')}>
          <Modal.Body p={0} h="100%">
            {panel}
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
    );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leaves it, wherever in it one is
    <section
      className={classes['overlay']}
      aria-label={t('post.filter.title')}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      {panel}
    </section>
  );
}
