import { Button, FileButton, Input } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { Icon } from '../display/icon.tsx';
import classes from './file-field.module.css';

interface Props {
  label: string;
  description: string;
  error: ReactNode;
  isRequired?: boolean;
  isDisabled?: boolean;
  isLoading?: boolean;
  /** Endings or media types of the files. */
  accept: string;
  /** Text of the button. */
  action: string;
  /** By which a form finds the button, to focus it. */
  dataPath?: string | undefined;
  onChange: (file: File | null) => void;
  /** What is said of the chosen file, beside the button. */
  children: ReactNode;
}

/** A field for one file of this device, as a button. */
export function FileField({
  label,
  description,
  error,
  isRequired = true,
  isDisabled = false,
  isLoading = false,
  accept,
  action,
  dataPath,
  onChange,
  children,
}: Props) {
  const id = useId();
  return (
    <Input.Wrapper
      size="md"
      id={id}
      label={label}
      description={description}
      error={error}
      withAsterisk={isRequired}
    >
      <div className={classes['file']}>
        <FileButton accept={accept} disabled={isDisabled} onChange={onChange}>
          {(props) => (
            <Button
              {...props}
              id={id}
              data-path={dataPath}
              size="md"
              variant="default"
              disabled={isDisabled}
              loading={isLoading}
              aria-describedby={`${id}-description${error ? ` ${id}-error` : ''}`}
              leftSection={<Icon icon={IconFileUpload} size={18} />}
            >
              {action}
            </Button>
          )}
        </FileButton>
        {children}
      </div>
    </Input.Wrapper>
  );
}
