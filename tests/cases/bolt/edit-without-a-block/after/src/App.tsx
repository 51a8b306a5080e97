<h1>Bamboo</h1>
