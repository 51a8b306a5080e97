import { MapView } from './components/MapView';
import { Sidebar } from './components/Sidebar';
import { useStations } from './hooks/useStations';

export default function App() {
  const { stations, refresh } = useStations({ interval: 30000 });

  return (
    <div className="app">
      <Sidebar stations={stations} onRefresh={refresh} />
      <MapView
        stations={stations}
        center={[48.2, 16.37]}
        debug
        zoom={12}
      />
    </div>
  );
}
