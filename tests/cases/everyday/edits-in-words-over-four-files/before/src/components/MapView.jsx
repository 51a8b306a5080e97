import { useEffect, useRef } from 'react';
import L from 'leaflet';

export function MapView({ stations, center, zoom, debug }) {
  const ref = useRef(null);
  const layer = useRef(null);

  useEffect(() => {
    const map = L.map(ref.current).setView(center, zoom);
    L.tileLayer('https://tile.openstreetmap.org/{z}/{x}/{y}.png').addTo(map);
    layer.current = L.layerGroup().addTo(map);
    return () => map.remove();
  }, []);

  useEffect(() => {
    console.log('stations', stations);
    layer.current.clearLayers();
    for (const s of stations) {
      L.marker([s.lat, s.lon]).bindPopup(s.name).addTo(layer.current);
    }
  }, [stations]);

  return <div className="map" ref={ref} />;
}
