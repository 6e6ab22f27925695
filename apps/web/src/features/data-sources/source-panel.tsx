/** One data source in the list: its name, a light that tells how it stands, and its form behind them. keys: dataSources.state.* */
import {
  IconAlertTriangle,
  IconChevronDown,
  IconMail,
  IconMessage,
  IconRss,
  IconSend,
} from '@tabler/icons-react';
import type { DataProvider } from '@waypost/contract/data-sources';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './data-sources.module.css';
import { type NamedSurvey, SourceForm } from './source-form.tsx';
import { nameOf, troubleText } from './source-words.ts';
import type { Group } from './use-source-form.ts';

const icons = { sms: IconMessage, email: IconMail, twitter: IconRss };

interface Props {
  source: DataProvider;
  group: Group;
  surveys: readonly NamedSurvey[];
  watch: (hasChanges: () => boolean) => () => void;
}

export function SourcePanel({ source, group, surveys, watch }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  // A form that was opened once keeps what was typed when it is closed.
  const [wasOpen, setWasOpen] = useState(false);
  const [isOn, setOn] = useState(group.providers[source.id] === true);
  const [service] = source.services;
  // Older servers tell of the switch alone.
  const state = source.state ?? (isOn ? 'on' : 'off');
  const trouble = isOn ? source.fault : null;
  return (
    <li className={classes['source']}>
      <h2 className={classes['heading']}>
        <button
          type="button"
          className={classes['toggle']}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => {
            setOpen(!isOpen);
            setWasOpen(true);
          }}
        >
          <Icon of={service ? icons[service] : IconSend} size={22} />
          <span className={classes['name']}>{nameOf(source)}</span>
          <span className={classes['status']} data-state={state}>
            <span className={classes['light']} aria-hidden="true" />
            {t(`dataSources.state.${state}`)}
          </span>
          <Icon of={IconChevronDown} size={18} />
        </button>
      </h2>
      {(trouble || source.heard) && (
        <p className={classes['news']} data-trouble={trouble ? true : undefined}>
          {trouble ? (
            <>
              <Icon of={IconAlertTriangle} size={16} /> {troubleText(trouble)}
            </>
          ) : (
            source.heard && (
              <>
                {t('dataSources.heard')} <RelativeTime date={source.heard} />
              </>
            )
          )}
        </p>
      )}
      <div id={id} hidden={!isOpen} className={classes['body']}>
        {wasOpen && (
          <SourceForm source={source} group={group} surveys={surveys} watch={watch} onSaved={setOn} />
        )}
      </div>
    </li>
  );
}
