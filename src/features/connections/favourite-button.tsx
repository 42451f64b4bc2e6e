import { Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../app/registry/index.ts';
import type { ServerConnection } from '../../contract/index.ts';
import { IconButton } from '../../ui/index.ts';
import styles from './connections.module.css';

/** Favourites are listed first. */
export function FavouriteButton({ connection }: { readonly connection: ServerConnection }): ReactNode {
  const session = useSession();
  const queryClient = useQueryClient();
  const { favourite, ...rest } = connection;

  async function toggle(): Promise<void> {
    try {
      const changed: ServerConnection = favourite === true ? rest : { ...rest, favourite: true };
      await session.port.call('connections.save', { connection: changed });
      await queryClient.invalidateQueries({ queryKey: ['app', 'connections'] });
    } catch (thrown) {
      session.reportError(thrown, `Changing ${connection.name}`);
    }
  }

  return (
    <IconButton
      label={
        favourite === true
          ? `Remove ${connection.name} from favourites`
          : `Add ${connection.name} to favourites`
      }
      icon={Star}
      className={favourite === true ? styles.favourite : undefined}
      onClick={() => void toggle()}
    />
  );
}
