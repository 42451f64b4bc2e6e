import '../ui/tokens.css';
import '../ui/global.css';
import { createRoot } from 'react-dom/client';
import { AppRoot } from './boot/app-root.tsx';
import { linkToHost } from './boot/host-link.ts';
import { catchWindowErrors } from './errors/window-errors.ts';
import { listenForOpenRequests } from './launch/use-open-requests.ts';
import { openPort } from './port/index.ts';
import { startTheme } from './theme/theme.ts';

startTheme();
catchWindowErrors(window);
listenForOpenRequests(window);
const root = document.getElementById('root');
if (!root)
  throw new Error('The page has no “root” element: index.html and main.tsx are from different versions.');
createRoot(root).render(<AppRoot link={linkToHost(openPort)} />);
